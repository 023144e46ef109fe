import type { Manifest } from '../kit/manifest.ts'
import { abuseipdb } from './abuseipdb.ts'
import { cisa } from './cisa.ts'
import { cloudflare } from './cloudflare.ts'
import { crowdstrike } from './crowdstrike.ts'
import { defender } from './defender.ts'
import { elastic } from './elastic.ts'
import { entra } from './entra.ts'
import { epss } from './epss.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { googlechat } from './googlechat.ts'
import { greynoise } from './greynoise.ts'
import { jira } from './jira.ts'
import { malwarebazaar } from './malwarebazaar.ts'
import { mattermost } from './mattermost.ts'
import { misp } from './misp.ts'
import { nvd } from './nvd.ts'
import { okta } from './okta.ts'
import { opsgenie } from './opsgenie.ts'
import { otx } from './otx.ts'
import { pagerduty } from './pagerduty.ts'
import { rdap } from './rdap.ts'
import { servicenow } from './servicenow.ts'
import { shodan } from './shodan.ts'
import { slack } from './slack.ts'
import { splunk } from './splunk.ts'
import { teams } from './teams.ts'
import { tenable } from './tenable.ts'
import { thehive } from './thehive.ts'
import { urlhaus } from './urlhaus.ts'
import { urlscan } from './urlscan.ts'
import { virustotal } from './virustotal.ts'
import { zendesk } from './zendesk.ts'

/** The connectors that come with the product, by title. */
export const readyConnectors: readonly Manifest[] = [
  abuseipdb,
  otx,
  cisa,
  cloudflare,
  crowdstrike,
  elastic,
  epss,
  github,
  gitlab,
  googlechat,
  greynoise,
  jira,
  malwarebazaar,
  mattermost,
  defender,
  entra,
  teams,
  misp,
  nvd,
  okta,
  opsgenie,
  pagerduty,
  rdap,
  servicenow,
  shodan,
  slack,
  splunk,
  tenable,
  thehive,
  urlhaus,
  urlscan,
  virustotal,
  zendesk,
]
