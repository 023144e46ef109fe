/**
 * What people call what a page of the help is about, beside the words that stand on it. By the page's path below
 * `docs/help`; a test sees to it that each page is there.
 */
export const HELP_WORDS: Readonly<Record<string, string>> = {
  'use/profile':
    'my profile password change forgot two-factor 2fa mfa otp second factor authenticator passkey phone lost recovery codes log in login sign in locked out api token personal access token notification notifications turn off mails unsubscribe time zone timezone dark mode light theme language session log out everywhere devices',
  'use/keys':
    'keyboard shortcut shortcuts hotkey keys press command palette next row previous row search from anywhere',
  'use/search':
    'search find full text global search defanged refang ip hash domain lookup hits results syntax everywhere',
  'use/lists':
    'list filter save view share view columns hide a column show columns resize pin sort column order shift facets hidden saved filter pin rows export of a list narrow down conditions relative date',
  'use/records':
    'record comment mention attach file attachment upload evidence duplicate merge reference link records history version edit create new record who sees thread reply read receipts',
  'use/import-and-export':
    'import export csv excel xlsx spreadsheet json zip bulk edit many records mass change undo delete many changed by mistake take back revert mapping columns download upload job',
  'use/build-apps':
    'app builder field fields form layout new app make create build your own app record type selection option required unique publish app change type rights per role promote alert to case delete app escalate alert workflow section',
  'use/content-packages':
    'content package packages solution export import move copy transfer tenant installation zip yaml file plan conflict undo share definitions',
  'use/applets':
    'applet applets reuse fields in several apps shared section link an applet detach prefix version of an applet take a new version conflict keep mine override template of fields mixin',
  'use/form-logic':
    'workflow form logic rule rules stage branch condition action show hide require optional read-only set value default options message block saving dynamic form depends on else why hidden required when',
  'use/computed-fields':
    'formula formulas computed calculated field expression stamp moment technique mitre attack att&ck change type of a field facts',
  'use/cases':
    'observable ioc indicator task tasks checklist depend dependency clock clocks sla target mttr mtta deadline pause due warning overdue business hours working hours escalation',
  'use/email':
    'phishing reported mail eml message rfc822 spf dkim dmarc arc authentication results header headers received path hops spoofed sender reply to defanged link attachment hash preview html tracking pixel',
  'use/record-rights':
    'restrict restricted confidential lock unlock record private team only who may see rights permission access share app why can i not',
  'use/dashboards':
    'dashboard widget chart graph workspace home page favorite favourite number trend bar table share dashboard kpi difference between workspace and dashboard',
  'use/canvas':
    'canvas map of the tenant solution overview how everything is connected trace impact of a change what depends on missing pieces unused orphans export svg solution builder',
  'use/hero-ai':
    'hero ai assistant ask questions chat conversation draft understand what can you answer built-in answerer component offer delete conversation switch off turn off',
  'automate/playbooks':
    'playbook playbooks automation workflow yaml step steps loop for each iterate repeat try catch parallel branch join switch condition wait delay retry retries timeout error handling fails halfway guarantee exactly once draft published version publish rollback inputs rights of a playbook who may start',
  'automate/webhooks':
    'webhook hook incoming http post siem send events signature hmac secret rotate new secret 401 403 unauthorized forbidden curl address url deliver deliveries sample basic auth',
  'automate/triggers':
    'trigger triggers schedule cron every hour nightly record event button form mail imap polling poll failure start automatically dedup deduplicate limit concurrent on create on update receive mail incoming mail mailbox',
  'automate/runs':
    'run runs failed rerun again replay retry a run cancel stop abort why did it fail log logs output input of a step evidence see run data debug retention who sees run data started waiting',
  'automate/approvals':
    'approval approvals approve reject answer delegate quorum expire escalate substitute deputy form ask people inbox where do i answer decision four eyes outsiders link reminder',
  'automate/builder':
    'builder canvas editor drag draw edit a playbook test draft dry run try without touching production prod example panel undo redo autosave simulate mock',
  'automate/expressions':
    'expression expressions jsonata template variable refer to earlier step value syntax condition braces data of the trigger',
  'automate/actions':
    'action actions send mail http request api call rest paging script javascript code lookup reputation connector list built in comment update record bulk observable extract enrich notify users connectors come with the product which integrations',
  'automate/assets':
    'asset assets credential credentials secret secrets password api key stored store vault encrypted connection test connection where are keys kept oauth virustotal key rotate credential remove',
  'automate/connectors':
    'connector connectors integration integrations install import openapi swagger specification spec mcp server version update upgrade marketplace vendor',
  'automate/write-a-connector':
    'write own connector custom connector manifest sample samples conformance build integration sdk package',
  'administer/users':
    'user users invite invitation add user colleague analyst new member remove user disable deactivate offboard group groups role roles permission matrix analyst lead viewer auditor reset second factor service account reset password of user team api tokens of others token of user',
  'administer/sign-in':
    'sign-in saml oidc openid connect single sign-on sso identity provider okta entra azure google keycloak require mfa enforce two-step enforcement domain domains password rules session length ip allowlist exempt provisioning role mapping just in time',
  'administer/accounts':
    'account accounts create account customer organisation suspend account reactivate delete account command line super administrator',
  'administer/tenants':
    'tenant tenants create tenant new tenant suspend tenant delete tenant logo brand branding colour color name time zone of tenant quota quotas limits feature flag licence license key retention environment difference suspending deleting',
  'administer/audit':
    'audit log audit trail who did what tamper tampered seal seals sealed verify evidence merkle compliance track changes of administrators export audit who changed role who did changed settings who deleted accountability',
  'administer/mcp':
    'mcp model context protocol claude cursor copilot chatgpt external assistant outside ai client connect ai agent tool server',
  'administer/hero-ai-models':
    'language model llm openai anthropic ollama gpt provider own model api key of model data sent privacy what is sent sent log redact limit limits budget tokens cost spending fallback turn off model which model add model switch off ai',
  'operate/installing':
    'install installing installation setup first start requirements node npm linux macos demo data settings environment variables master key data folder health',
  'operate/service':
    'service systemd daemon docker container compose reverse proxy nginx apache traefik caddy tls https certificate ssl behind proxy stop restart boot kubernetes port ports',
  'operate/backup':
    'backup backups back up restore recovery disaster snapshot dump master key rotate key rotation encryption key lost key how often point in time',
  'operate/mail':
    'mail server smtp outgoing mail email emails not sent no mail goes out sender address relay configure mail mail in inbound port',
  'operate/postgres':
    'postgres postgresql own database external database connection pool pgbouncer standby replica replication database server database down settings',
  'operate/tracing':
    'tracing traces trace otel opentelemetry otlp jaeger tempo span spans collector telemetry',
  'operate/single-sign-on':
    'single sign-on sso saml oidc entity id acs url redirect uri metadata xml okta entra config operator public url cannot log in after sso error',
  'operate/metrics':
    'metrics prometheus grafana which metrics health check monitor monitoring liveness readiness alerting scrape endpoint performance metrics',
  'operate/scaling':
    'scale scaling high availability ha cluster several machines load balancer haproxy more workers worker processes throughput engine upgrade upgrading no downtime rolling upgrade new version update the version failover',
  'operate/api':
    'api rest http interface program programs programmatic openapi document idempotency key etag change feed errors pagination rate limit curl script access many records',
}
