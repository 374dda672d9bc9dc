/** Imports every style sheet of the desk; later sheets override earlier ones. */
import '../../ui/styles.ts';
import './top/top.css';
import './show/strip.css';
import './show/lists.css';
import './show/row.css';
import './show/rail.css';
import './panels/panels.css';
import './panels/fields.css';
import './collections/collections.css';
import './past/past.css';
import './past/asRun.css';
import './past/rehearsal.css';
