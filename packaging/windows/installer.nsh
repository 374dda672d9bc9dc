; Included in the installer: offers a firewall rule, and on uninstall keeps or deletes the data.

!define FIREWALL_KEY "Software\Greenroom"

; The rule allows the program, so that it fits the ports in the settings. Changing the firewall needs an administrator:
; an installation for one user requests elevation for this step only.
!macro customInstall
  ${ifNot} ${isUpdated}
    ; A newer version that is installed manually finds the rule of the older one.
    ReadRegStr $R0 SHELL_CONTEXT "${FIREWALL_KEY}" "FirewallRule"
    StrCmp $R0 "1" noFirewallRule
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Do other machines read the feed (port 7411) or send webhooks to this machine (port 7412)?$\r$\n$\r$\nYes adds a Windows Firewall rule for Greenroom on private and domain networks. No changes nothing; graphics on this machine need no rule." /SD IDNO IDNO noFirewallRule
      ExecShellWait "runas" "$SYSDIR\netsh.exe" 'advfirewall firewall add rule name="Greenroom" dir=in action=allow protocol=TCP profile=private,domain program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"' SW_HIDE
      WriteRegStr SHELL_CONTEXT "${FIREWALL_KEY}" "FirewallRule" "1"
    noFirewallRule:
  ${endIf}
!macroend

; An update runs the old uninstaller first, which must keep both the rule and the data.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    ReadRegStr $R0 SHELL_CONTEXT "${FIREWALL_KEY}" "FirewallRule"
    ${if} $R0 == "1"
      ExecShellWait "runas" "$SYSDIR\netsh.exe" 'advfirewall firewall delete rule name="Greenroom" dir=in program="$INSTDIR\${APP_EXECUTABLE_FILENAME}"' SW_HIDE
    ${endIf}
    DeleteRegKey SHELL_CONTEXT "${FIREWALL_KEY}"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "Delete the data of Greenroom too?$\r$\n$\r$\nYes deletes your settings, secrets, history, as-run log and media. No keeps them for a later installation." /SD IDNO IDNO keepData
      SetShellVarContext current
      RMDir /r "$APPDATA\${APP_PACKAGE_NAME}"
      RMDir /r "$LOCALAPPDATA\${APP_PACKAGE_NAME}-updater"
      ${if} $installMode == "all"
        SetShellVarContext all
      ${endIf}
    keepData:
  ${endIf}
!macroend
