import type { Http } from '../../platform/http/types.ts'
import type { PeopleDeps } from './approvals/people-deps.ts'
import { bindPeopleRoutes } from './approvals/people.routes.ts'
import type { Automation } from './automation.ts'
import { bindAutomationRoutes } from './automation.routes.ts'
import { bindConnectorRoutes } from './connectors/connectors.routes.ts'
import { bindObservableListRoutes, bindTableRoutes } from './tables/tables.routes.ts'
import { bindTriggerRoutes } from './triggers/triggers.routes.ts'

/** All routes of the domain. */
export function bindAutomation(http: Http, automation: Automation, people: PeopleDeps): void {
  bindAutomationRoutes(http, automation)
  bindPeopleRoutes(http, people)
  bindConnectorRoutes(http, automation)
  bindTriggerRoutes(http, automation)
  bindTableRoutes(http, automation)
  bindObservableListRoutes(http, automation)
}
