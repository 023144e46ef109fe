import type { ConnectorFixtures } from '../kit/conformance-run.ts'
import { fixtures as abuseipdb } from './abuseipdb.fixtures.ts'
import { fixtures as crowdstrike } from './crowdstrike.fixtures.ts'
import { fixtures as elastic } from './elastic.fixtures.ts'
import { fixtures as entra } from './entra.fixtures.ts'
import { fixtures as github } from './github.fixtures.ts'
import { fixtures as jira } from './jira.fixtures.ts'
import { fixtures as misp } from './misp.fixtures.ts'
import { fixtures as okta } from './okta.fixtures.ts'
import { fixtures as pagerduty } from './pagerduty.fixtures.ts'
import { fixtures as servicenow } from './servicenow.fixtures.ts'
import { fixtures as slack } from './slack.fixtures.ts'
import { fixtures as splunk } from './splunk.fixtures.ts'
import { fixtures as teams } from './teams.fixtures.ts'
import { fixtures as urlscan } from './urlscan.fixtures.ts'
import { fixtures as virustotal } from './virustotal.fixtures.ts'

/** Samples of every ready connector, by its key. */
export const readyFixtures: Readonly<Record<string, ConnectorFixtures>> = {
  abuseipdb,
  crowdstrike,
  elastic,
  entra,
  github,
  jira,
  misp,
  okta,
  pagerduty,
  servicenow,
  slack,
  splunk,
  teams,
  urlscan,
  virustotal,
}
