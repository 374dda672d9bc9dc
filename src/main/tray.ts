/** The sign beside the clock, and the menu: how to come back to a desk that is out of sight, and how to end. */
import { app, Menu, nativeImage, Tray } from 'electron';

export type TrayDeps = { readonly icon: string; readonly show: () => void; readonly quit: () => void };

/** Shows it; null where this system has no place for one. */
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

/** Keys belong to the desk, so there is a menu only where the system cannot do without. */
export function setMenu(): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
  if (process.platform === 'win32') app.setAppUserModelId('com.greenroom.desktop');
}
