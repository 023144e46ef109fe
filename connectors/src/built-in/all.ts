import type { Manifest } from '../kit/manifest.ts'
import { abuseipdb } from './abuseipdb.ts'
import { crowdstrike } from './crowdstrike.ts'
import { elastic } from './elastic.ts'
import { entra } from './entra.ts'
import { github } from './github.ts'
import { jira } from './jira.ts'
import { misp } from './misp.ts'
import { okta } from './okta.ts'
import { pagerduty } from './pagerduty.ts'
import { servicenow } from './servicenow.ts'
import { slack } from './slack.ts'
import { splunk } from './splunk.ts'
import { teams } from './teams.ts'
import { urlscan } from './urlscan.ts'
import { virustotal } from './virustotal.ts'

/** The connectors that come with the product, by title. */
export const readyConnectors: readonly Manifest[] = [
  abuseipdb,
  crowdstrike,
  elastic,
  github,
  jira,
  entra,
  teams,
  misp,
  okta,
  pagerduty,
  servicenow,
  slack,
  splunk,
  urlscan,
  virustotal,
]
