/** The commands that start Greenroom as a service, as `docs/run-as-a-service.md` installs it. */
export const startCommands = [
  ['systemd', 'sudo systemctl start greenroom'],
  ['launchd', 'sudo launchctl kickstart system/com.greenroom.headless'],
  ['Windows', 'Start-ScheduledTask Greenroom'],
  ['Docker', 'docker start greenroom'],
] as const;
