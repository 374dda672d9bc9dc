/** Loads the emoji of the desk. The service's page uses the browser's, because this font is twice as large as the page. */
import '@fontsource/noto-color-emoji/400.css';
