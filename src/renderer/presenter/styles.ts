/** Imports the fonts and style sheets of the presenter’s page. */
import '../../ui/fonts.ts';
import '../../ui/tokens.css';
import '../../ui/base.css';
import './presenter.css';
import './devices.css';
