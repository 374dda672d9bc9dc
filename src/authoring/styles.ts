/** Imports every style sheet of the service's page; later sheets override earlier ones. */
import '../ui/styles.ts';
import './styles/frame.css';
import './styles/parts.css';
import './styles/lists.css';
import './styles/rows.css';
import './styles/post.css';
import './styles/screens.css';
import './styles/keyboard.css';
import './styles/reference.css';
import './styles/compact.css';
import '../ui/narrow.css';
import './styles/narrow.css';
import '../ui/forcedColours.css';
