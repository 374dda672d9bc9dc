/** The tray icon with its menu, and the application menu. */
import { app, Menu, nativeImage, Tray } from 'electron';
import { findTrayIcon, type TrayAction, type TrayState, type TrayView } from '../start/desktop/trayView.ts';

/** Returns a function that shows a view; `null` if this system has no tray. `iconFolder` has an icon for each state. */
export function createTray(
  iconFolder: string,
  act: (action: TrayAction) => void,
  onFault: (error: unknown) => void,
): ((view: TrayView) => void) | null {
  const loadIcon = (state: TrayState) => nativeImage.createFromPath(findTrayIcon(iconFolder, state, process.platform));
  let tray: Tray;
  try {
    tray = new Tray(loadIcon('cleared'));
  } catch (error) {
    onFault(error);
    return null;
  }
  tray.on('click', () => act({ type: 'open' }));
  return ({ state, toolTip, items }) => {
    tray.setImage(loadIcon(state));
    tray.setToolTip(toolTip);
    tray.setContextMenu(
      Menu.buildFromTemplate(
        items.map((item) => {
          if (item === null) return { type: 'separator' };
          const { label, action } = item;
          return action === null ? { label, enabled: false } : { label, click: () => act(action) };
        }),
      ),
    );
  };
}

/** Only macOS gets a menu: elsewhere its shortcuts would collide with the desk’s keys. */
export function setMenu(): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
  if (process.platform === 'win32') app.setAppUserModelId('com.greenroom.desktop');
}
