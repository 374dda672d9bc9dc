// Starts Greenroom without a window; `node greenroom.js --help` lists the flags.
import './out/main/headless.js';
