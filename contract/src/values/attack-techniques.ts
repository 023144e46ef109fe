import { TACTICS, type Tactic } from './attack-tactics.ts'

/**
 * The enterprise techniques of MITRE ATT&CK, version 18. One line per technique: number, tactics, name, and after
 * each `|` the name of the next sub-technique; an empty one is a number that is not in use.
 * © The MITRE Corporation. Reproduced and distributed with the permission of The MITRE Corporation.
 */
const TABLE = `
1001 cc Data Obfuscation|Junk Data|Steganography|Protocol or Service Impersonation
1003 ca OS Credential Dumping|LSASS Memory|Security Account Manager|NTDS|LSA Secrets|Cached Domain Credentials|DCSync|Proc Filesystem|/etc/passwd and /etc/shadow
1005 co Data from Local System
1006 de Direct Volume Access
1007 di System Service Discovery
1008 cc Fallback Channels
1010 di Application Window Discovery
1011 xf Exfiltration Over Other Network Medium|Exfiltration Over Bluetooth
1012 di Query Registry
1014 de Rootkit
1016 di System Network Configuration Discovery|Internet Connection Discovery|Wi-Fi Discovery
1018 di Remote System Discovery
1020 xf Automated Exfiltration|Traffic Duplication
1021 la Remote Services|Remote Desktop Protocol|SMB/Windows Admin Shares|Distributed Component Object Model|SSH|VNC|Windows Remote Management|Cloud Services|Direct Cloud VM Connections
1025 co Data from Removable Media
1027 de Obfuscated Files or Information|Binary Padding|Software Packing|Steganography|Compile After Delivery|Indicator Removal from Tools|HTML Smuggling|Dynamic API Resolution|Stripped Payloads|Embedded Payloads|Command Obfuscation|Fileless Storage|LNK Icon Smuggling|Encrypted/Encoded File|Polymorphic Code|Compression|Junk Code Insertion|SVG Smuggling
1029 xf Scheduled Transfer
1030 xf Data Transfer Size Limits
1033 di System Owner/User Discovery
1036 de Masquerading|Invalid Code Signature|Right-to-Left Override|Rename Legitimate Utilities|Masquerade Task or Service|Match Legitimate Resource Name or Location|Space after Filename|Double File Extension|Masquerade File Type|Break Process Trees|Masquerade Account Name|Overwrite Process Arguments|Browser Fingerprint
1037 pe,pr Boot or Logon Initialization Scripts|Logon Script (Windows)|Login Hook|Network Logon Script|RC Scripts|Startup Items
1039 co Data from Network Shared Drive
1040 ca,di Network Sniffing
1041 xf Exfiltration Over C2 Channel
1046 di Network Service Discovery
1047 ex Windows Management Instrumentation
1048 xf Exfiltration Over Alternative Protocol|Exfiltration Over Symmetric Encrypted Non-C2 Protocol|Exfiltration Over Asymmetric Encrypted Non-C2 Protocol|Exfiltration Over Unencrypted Non-C2 Protocol
1049 di System Network Connections Discovery
1052 xf Exfiltration Over Physical Medium|Exfiltration over USB
1053 ex,pe,pr Scheduled Task/Job||At|Cron||Scheduled Task|Systemd Timers|Container Orchestration Job
1055 de,pr Process Injection|Dynamic-link Library Injection|Portable Executable Injection|Thread Execution Hijacking|Asynchronous Procedure Call|Thread Local Storage|||Ptrace System Calls|Proc Memory||Extra Window Memory Injection|Process Hollowing|Process Doppelgänging|VDSO Hijacking|ListPlanting
1056 co,ca Input Capture|Keylogging|GUI Input Capture|Web Portal Capture|Credential API Hooking
1057 di Process Discovery
1059 ex Command and Scripting Interpreter|PowerShell|AppleScript|Windows Command Shell|Unix Shell|Visual Basic|Python|JavaScript|Network Device CLI|Cloud API|AutoHotKey & AutoIT|Lua|Hypervisor CLI|Container CLI/API
1068 pr Exploitation for Privilege Escalation
1069 di Permission Groups Discovery|Local Groups|Domain Groups|Cloud Groups
1070 de Indicator Removal|Clear Windows Event Logs|Clear Linux or Mac System Logs|Clear Command History|File Deletion|Network Share Connection Removal|Timestomp|Clear Network Connection History and Configurations|Clear Mailbox Data|Clear Persistence|Relocate Malware
1071 cc Application Layer Protocol|Web Protocols|File Transfer Protocols|Mail Protocols|DNS|Publish/Subscribe Protocols
1072 ex,la Software Deployment Tools
1074 co Data Staged|Local Data Staging|Remote Data Staging
1078 de,pe,pr,ia Valid Accounts|Default Accounts|Domain Accounts|Local Accounts|Cloud Accounts
1080 la Taint Shared Content
1082 di System Information Discovery
1083 di File and Directory Discovery
1087 di Account Discovery|Local Account|Domain Account|Email Account|Cloud Account
1090 cc Proxy|Internal Proxy|External Proxy|Multi-hop Proxy|Domain Fronting
1091 la,ia Replication Through Removable Media
1092 cc Communication Through Removable Media
1095 cc Non-Application Layer Protocol
1098 pe,pr Account Manipulation|Additional Cloud Credentials|Additional Email Delegate Permissions|Additional Cloud Roles|SSH Authorized Keys|Device Registration|Additional Container Cluster Roles|Additional Local or Domain Groups
1102 cc Web Service|Dead Drop Resolver|Bidirectional Communication|One-Way Communication
1104 cc Multi-Stage Channels
1105 cc Ingress Tool Transfer
1106 ex Native API
1110 ca Brute Force|Password Guessing|Password Cracking|Password Spraying|Credential Stuffing
1111 ca Multi-Factor Authentication Interception
1112 de,pe Modify Registry
1113 co Screen Capture
1114 co Email Collection|Local Email Collection|Remote Email Collection|Email Forwarding Rule
1115 co Clipboard Data
1119 co Automated Collection
1120 di Peripheral Device Discovery
1123 co Audio Capture
1124 di System Time Discovery
1125 co Video Capture
1127 de Trusted Developer Utilities Proxy Execution|MSBuild|ClickOnce|JamPlus
1129 ex Shared Modules
1132 cc Data Encoding|Standard Encoding|Non-Standard Encoding
1133 pe,ia External Remote Services
1134 de,pr Access Token Manipulation|Token Impersonation/Theft|Create Process with Token|Make and Impersonate Token|Parent PID Spoofing|SID-History Injection
1135 di Network Share Discovery
1136 pe Create Account|Local Account|Domain Account|Cloud Account
1137 pe Office Application Startup|Office Template Macros|Office Test|Outlook Forms|Outlook Home Page|Outlook Rules|Add-ins
1140 de Deobfuscate/Decode Files or Information
1176 pe Software Extensions|Browser Extensions|IDE Extensions
1185 co Browser Session Hijacking
1187 ca Forced Authentication
1189 ia Drive-by Compromise
1190 ia Exploit Public-Facing Application
1195 ia Supply Chain Compromise|Compromise Software Dependencies and Development Tools|Compromise Software Supply Chain|Compromise Hardware Supply Chain
1197 de,pe BITS Jobs
1199 ia Trusted Relationship
1200 ia Hardware Additions
1201 di Password Policy Discovery
1202 de Indirect Command Execution
1203 ex Exploitation for Client Execution
1204 ex User Execution|Malicious Link|Malicious File|Malicious Image|Malicious Copy and Paste|Malicious Library
1205 de,pe,cc Traffic Signaling|Port Knocking|Socket Filters
1207 de Rogue Domain Controller
1210 la Exploitation of Remote Services
1211 de Exploitation for Defense Evasion
1212 ca Exploitation for Credential Access
1213 co Data from Information Repositories|Confluence|Sharepoint|Code Repositories|Customer Relationship Management Software|Messaging Applications|Databases
1216 de System Script Proxy Execution|PubPrn|SyncAppvPublishingServer
1217 di Browser Information Discovery
1218 de System Binary Proxy Execution|Compiled HTML File|Control Panel|CMSTP|InstallUtil|Mshta||Msiexec|Odbcconf|Regsvcs/Regasm|Regsvr32|Rundll32|Verclsid|Mavinject|MMC|Electron Applications
1219 cc Remote Access Tools|IDE Tunneling|Remote Desktop Software|Remote Access Hardware
1220 de XSL Script Processing
1221 de Template Injection
1222 de File and Directory Permissions Modification|Windows File and Directory Permissions Modification|Linux and Mac File and Directory Permissions Modification
1480 de Execution Guardrails|Environmental Keying|Mutual Exclusion
1482 di Domain Trust Discovery
1484 de,pr Domain or Tenant Policy Modification|Group Policy Modification|Trust Modification
1485 im Data Destruction|Lifecycle-Triggered Deletion
1486 im Data Encrypted for Impact
1489 im Service Stop
1490 im Inhibit System Recovery
1491 im Defacement|Internal Defacement|External Defacement
1495 im Firmware Corruption
1496 im Resource Hijacking|Compute Hijacking|Bandwidth Hijacking|SMS Pumping|Cloud Service Hijacking
1497 de,di Virtualization/Sandbox Evasion|System Checks|User Activity Based Checks|Time Based Checks
1498 im Network Denial of Service|Direct Network Flood|Reflection Amplification
1499 im Endpoint Denial of Service|OS Exhaustion Flood|Service Exhaustion Flood|Application Exhaustion Flood|Application or System Exploitation
1505 pe Server Software Component|SQL Stored Procedures|Transport Agent|Web Shell|IIS Components|Terminal Services DLL|vSphere Installation Bundles
1518 di Software Discovery|Security Software Discovery|Backup Software Discovery
1525 pe Implant Internal Image
1526 di Cloud Service Discovery
1528 ca Steal Application Access Token
1529 im System Shutdown/Reboot
1530 co Data from Cloud Storage
1531 im Account Access Removal
1534 la Internal Spearphishing
1535 de Unused/Unsupported Cloud Regions
1537 xf Transfer Data to Cloud Account
1538 di Cloud Service Dashboard
1539 ca Steal Web Session Cookie
1542 de,pe Pre-OS Boot|System Firmware|Component Firmware|Bootkit|ROMMONkit|TFTP Boot
1543 pe,pr Create or Modify System Process|Launch Agent|Systemd Service|Windows Service|Launch Daemon|Container Service
1546 pe,pr Event Triggered Execution|Change Default File Association|Screensaver|Windows Management Instrumentation Event Subscription|Unix Shell Configuration Modification|Trap|LC_LOAD_DYLIB Addition|Netsh Helper DLL|Accessibility Features|AppCert DLLs|AppInit DLLs|Application Shimming|Image File Execution Options Injection|PowerShell Profile|Emond|Component Object Model Hijacking|Installer Packages|Udev Rules|Python Startup Hooks
1547 pe,pr Boot or Logon Autostart Execution|Registry Run Keys / Startup Folder|Authentication Package|Time Providers|Winlogon Helper DLL|Security Support Provider|Kernel Modules and Extensions|Re-opened Applications|LSASS Driver|Shortcut Modification|Port Monitors||Print Processors|XDG Autostart Entries|Active Setup|Login Items
1548 de,pr Abuse Elevation Control Mechanism|Setuid and Setgid|Bypass User Account Control|Sudo and Sudo Caching|Elevated Execution with Prompt|Temporary Elevated Cloud Access|TCC Manipulation
1550 de,la Use Alternate Authentication Material|Application Access Token|Pass the Hash|Pass the Ticket|Web Session Cookie
1552 ca Unsecured Credentials|Credentials In Files|Credentials in Registry|Shell History|Private Keys|Cloud Instance Metadata API|Group Policy Preferences|Container API|Chat Messages
1553 de Subvert Trust Controls|Gatekeeper Bypass|Code Signing|SIP and Trust Provider Hijacking|Install Root Certificate|Mark-of-the-Web Bypass|Code Signing Policy Modification
1554 pe Compromise Host Software Binary
1555 ca Credentials from Password Stores|Keychain|Securityd Memory|Credentials from Web Browsers|Windows Credential Manager|Password Managers|Cloud Secrets Management Stores
1556 ca,de,pe Modify Authentication Process|Domain Controller Authentication|Password Filter DLL|Pluggable Authentication Modules|Network Device Authentication|Reversible Encryption|Multi-Factor Authentication|Hybrid Identity|Network Provider DLL|Conditional Access Policies
1557 ca,co Adversary-in-the-Middle|LLMNR/NBT-NS Poisoning and SMB Relay|ARP Cache Poisoning|DHCP Spoofing|Evil Twin
1558 ca Steal or Forge Kerberos Tickets|Golden Ticket|Silver Ticket|Kerberoasting|AS-REP Roasting|Ccache Files
1559 ex Inter-Process Communication|Component Object Model|Dynamic Data Exchange|XPC Services
1560 co Archive Collected Data|Archive via Utility|Archive via Library|Archive via Custom Method
1561 im Disk Wipe|Disk Content Wipe|Disk Structure Wipe
1562 de Impair Defenses|Disable or Modify Tools|Disable Windows Event Logging|Impair Command History Logging|Disable or Modify System Firewall||Indicator Blocking|Disable or Modify Cloud Firewall|Disable or Modify Cloud Logs|Safe Mode Boot|Downgrade Attack|Spoof Security Alerting|Disable or Modify Linux Audit System|Disable or Modify Network Device Firewall
1563 la Remote Service Session Hijacking|SSH Hijacking|RDP Hijacking
1564 de Hide Artifacts|Hidden Files and Directories|Hidden Users|Hidden Window|NTFS File Attributes|Hidden File System|Run Virtual Instance|VBA Stomping|Email Hiding Rules|Resource Forking|Process Argument Spoofing|Ignore Process Interrupts|File/Path Exclusions|Bind Mounts|Extended Attributes
1565 im Data Manipulation|Stored Data Manipulation|Transmitted Data Manipulation|Runtime Data Manipulation
1566 ia Phishing|Spearphishing Attachment|Spearphishing Link|Spearphishing via Service|Spearphishing Voice
1567 xf Exfiltration Over Web Service|Exfiltration to Code Repository|Exfiltration to Cloud Storage|Exfiltration to Text Storage Sites|Exfiltration Over Webhook
1568 cc Dynamic Resolution|Fast Flux DNS|Domain Generation Algorithms|DNS Calculation
1569 ex System Services|Launchctl|Service Execution|Systemctl
1570 la Lateral Tool Transfer
1571 cc Non-Standard Port
1572 cc Protocol Tunneling
1573 cc Encrypted Channel|Symmetric Cryptography|Asymmetric Cryptography
1574 pe,pr,de Hijack Execution Flow|DLL|||Dylib Hijacking|Executable Installer File Permissions Weakness|Dynamic Linker Hijacking|Path Interception by PATH Environment Variable|Path Interception by Search Order Hijacking|Path Interception by Unquoted Path|Services File Permissions Weakness|Services Registry Permissions Weakness|COR_PROFILER|KernelCallbackTable|AppDomainManager
1578 de Modify Cloud Compute Infrastructure|Create Snapshot|Create Cloud Instance|Delete Cloud Instance|Revert Cloud Instance|Modify Cloud Compute Configurations
1580 di Cloud Infrastructure Discovery
1583 rd Acquire Infrastructure|Domains|DNS Server|Virtual Private Server|Server|Botnet|Web Services|Serverless|Malvertising
1584 rd Compromise Infrastructure|Domains|DNS Server|Virtual Private Server|Server|Botnet|Web Services|Serverless|Network Devices
1585 rd Establish Accounts|Social Media Accounts|Email Accounts|Cloud Accounts
1586 rd Compromise Accounts|Social Media Accounts|Email Accounts|Cloud Accounts
1587 rd Develop Capabilities|Malware|Code Signing Certificates|Digital Certificates|Exploits
1588 rd Obtain Capabilities|Malware|Tool|Code Signing Certificates|Digital Certificates|Exploits|Vulnerabilities|Artificial Intelligence
1589 re Gather Victim Identity Information|Credentials|Email Addresses|Employee Names
1590 re Gather Victim Network Information|Domain Properties|DNS|Network Trust Dependencies|Network Topology|IP Addresses|Network Security Appliances
1591 re Gather Victim Org Information|Determine Physical Locations|Business Relationships|Identify Business Tempo|Identify Roles
1592 re Gather Victim Host Information|Hardware|Software|Firmware|Client Configurations
1593 re Search Open Websites/Domains|Social Media|Search Engines|Code Repositories
1594 re Search Victim-Owned Websites
1595 re Active Scanning|Scanning IP Blocks|Vulnerability Scanning|Wordlist Scanning
1596 re Search Open Technical Databases|DNS/Passive DNS|WHOIS|Digital Certificates|CDNs|Scan Databases
1597 re Search Closed Sources|Threat Intel Vendors|Purchase Technical Data
1598 re Phishing for Information|Spearphishing Service|Spearphishing Attachment|Spearphishing Link|Spearphishing Voice
1599 de Network Boundary Bridging|Network Address Translation Traversal
1600 de Weaken Encryption|Reduce Key Space|Disable Crypto Hardware
1601 de Modify System Image|Patch System Image|Downgrade System Image
1602 co Data from Configuration Repository|SNMP (MIB Dump)|Network Device Configuration Dump
1606 ca Forge Web Credentials|Web Cookies|SAML Tokens
1608 rd Stage Capabilities|Upload Malware|Upload Tool|Install Digital Certificate|Drive-by Target|Link Target|SEO Poisoning
1609 ex Container Administration Command
1610 de,ex Deploy Container
1611 pr Escape to Host
1612 de Build Image on Host
1613 di Container and Resource Discovery
1614 di System Location Discovery|System Language Discovery
1615 di Group Policy Discovery
1619 di Cloud Storage Object Discovery
1620 de Reflective Code Loading
1621 ca Multi-Factor Authentication Request Generation
1622 de,di Debugger Evasion
1647 de Plist File Modification
1648 ex Serverless Execution
1649 ca Steal or Forge Authentication Certificates
1650 rd Acquire Access
1651 ex Cloud Administration Command
1652 di Device Driver Discovery
1653 pe Power Settings
1654 di Log Enumeration
1656 de Impersonation
1657 im Financial Theft
1659 ia,cc Content Injection
1665 cc Hide Infrastructure
1666 de Modify Cloud Resource Hierarchy
1667 im Email Bombing
1668 pe Exclusive Control
1669 ia Wi-Fi Networks
1671 pe Cloud Application Integration
1672 de Email Spoofing
1673 di Virtual Machine Discovery
1674 ex Input Injection
1675 ex ESXi Administration Command
1677 ex Poisoned Pipeline Execution
1678 de Delay Execution
1679 de Selective Exclusion
1680 di Local Storage Discovery
1681 re Search Threat Vendor Data`

export interface Technique {
  /** Such as `T1059.001`. */
  id: string
  /** Of a sub-technique with its parent's: `Command and Scripting Interpreter: PowerShell`. */
  name: string
  tactics: readonly Tactic[]
}

function readTable(): Map<string, Technique> {
  const found = new Map<string, Technique>()
  for (const line of TABLE.trim().split('\n')) {
    const [number = '', codes = ''] = line.split(' ', 2)
    const [name = '', ...subs] = line.slice(number.length + codes.length + 2).split('|')
    // The table names no other codes.
    const tactics = codes.split(',').map((code) => TACTICS[code as keyof typeof TACTICS])
    const id = `T${number}`
    found.set(id, { id, name, tactics })
    for (const [at, sub] of subs.entries()) {
      const own = `${id}.${String(at + 1).padStart(3, '0')}`
      if (sub !== '') found.set(own, { id: own, name: `${name}: ${sub}`, tactics })
    }
  }
  return found
}

let table: Map<string, Technique> | undefined

/** Every technique by id, each parent before its sub-techniques. */
export function allTechniques(): ReadonlyMap<string, Technique> {
  table ??= readTable()
  return table
}

/** The ID as stored (`t1059.1` is not valid); null when ATT&CK has no such technique. */
export function canonicalTechnique(text: string): string | null {
  const id = text.trim().toUpperCase()
  return allTechniques().has(id) ? id : null
}

/** As people read it: `T1059.001 Command and Scripting Interpreter: PowerShell`; an id that is none is alone. */
export function techniqueLabel(id: string): string {
  const technique = allTechniques().get(id)
  return technique === undefined ? id : `${id} ${technique.name}`
}
