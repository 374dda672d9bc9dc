/** Imports the fonts and style sheets of every page; a page imports its own sheets after these, to override them. */
import './fonts.ts';
import './tokens.css';
import './base.css';
import './button.css';
import './badge.css';
import './choice.css';
import './find.css';
import './announcer.css';
import './frame.css';
import './list.css';
import './row.css';
import './picture.css';
import './page.css';
