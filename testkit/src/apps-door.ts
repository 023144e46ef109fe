import { type AppsDoor, createAppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { definedFilterIssues } from '@caseloom/server/domains/records/filters/filter-match.rules'

/** The door of apps as the product has it: records say what is wrong with conditions. */
export function anAppsDoor(
  groupsOf?: AppsDoor['groupsOf'],
  notifyManagers?: Parameters<typeof createAppsDoor>[2],
): AppsDoor {
  return createAppsDoor(definedFilterIssues, groupsOf, notifyManagers)
}

export const checkConditions = definedFilterIssues
