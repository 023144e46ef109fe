import type { ConnectorFixtures } from '../kit/conformance-run.ts'
import { fixtures as abuseipdb } from './abuseipdb.fixtures.ts'
import { fixtures as cisa } from './cisa.fixtures.ts'
import { fixtures as cloudflare } from './cloudflare.fixtures.ts'
import { fixtures as crowdstrike } from './crowdstrike.fixtures.ts'
import { fixtures as defender } from './defender.fixtures.ts'
import { fixtures as elastic } from './elastic.fixtures.ts'
import { fixtures as entra } from './entra.fixtures.ts'
import { fixtures as epss } from './epss.fixtures.ts'
import { fixtures as github } from './github.fixtures.ts'
import { fixtures as gitlab } from './gitlab.fixtures.ts'
import { fixtures as googlechat } from './googlechat.fixtures.ts'
import { fixtures as greynoise } from './greynoise.fixtures.ts'
import { fixtures as jira } from './jira.fixtures.ts'
import { fixtures as malwarebazaar } from './malwarebazaar.fixtures.ts'
import { fixtures as mattermost } from './mattermost.fixtures.ts'
import { fixtures as misp } from './misp.fixtures.ts'
import { fixtures as nvd } from './nvd.fixtures.ts'
import { fixtures as okta } from './okta.fixtures.ts'
import { fixtures as opsgenie } from './opsgenie.fixtures.ts'
import { fixtures as otx } from './otx.fixtures.ts'
import { fixtures as pagerduty } from './pagerduty.fixtures.ts'
import { fixtures as rdap } from './rdap.fixtures.ts'
import { fixtures as servicenow } from './servicenow.fixtures.ts'
import { fixtures as shodan } from './shodan.fixtures.ts'
import { fixtures as slack } from './slack.fixtures.ts'
import { fixtures as splunk } from './splunk.fixtures.ts'
import { fixtures as teams } from './teams.fixtures.ts'
import { fixtures as tenable } from './tenable.fixtures.ts'
import { fixtures as thehive } from './thehive.fixtures.ts'
import { fixtures as urlhaus } from './urlhaus.fixtures.ts'
import { fixtures as urlscan } from './urlscan.fixtures.ts'
import { fixtures as virustotal } from './virustotal.fixtures.ts'
import { fixtures as zendesk } from './zendesk.fixtures.ts'

/** Samples of every ready connector, by its key. */
export const readyFixtures: Readonly<Record<string, ConnectorFixtures>> = {
  abuseipdb,
  cisa,
  cloudflare,
  crowdstrike,
  defender,
  elastic,
  entra,
  epss,
  github,
  gitlab,
  googlechat,
  greynoise,
  jira,
  malwarebazaar,
  mattermost,
  misp,
  nvd,
  okta,
  opsgenie,
  otx,
  pagerduty,
  rdap,
  servicenow,
  shodan,
  slack,
  splunk,
  teams,
  tenable,
  thehive,
  urlhaus,
  urlscan,
  virustotal,
  zendesk,
}
