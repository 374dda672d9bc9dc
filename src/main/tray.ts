/** The tray icon with its menu, and the application menu. */
import { app, Menu, nativeImage, Tray } from 'electron';

export type TrayDeps = { readonly icon: string; readonly show: () => void; readonly quit: () => void };

/** Returns `null` on systems without a tray. */
export function createTray({ icon, show, quit }: TrayDeps): Tray | null {
  try {
    const tray = new Tray(nativeImage.createFromPath(icon).resize({ width: 22, height: 22 }));
    tray.setToolTip('Greenroom');
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open the desk', click: show },
        { type: 'separator' },
        { label: 'Quit Greenroom', click: quit },
      ]),
    );
    tray.on('click', show);
    return tray;
  } catch {
    return null;
  }
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
