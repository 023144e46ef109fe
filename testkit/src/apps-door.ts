import { type AppsDoor, type AppsPeople, createAppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { definedFilterIssues } from '@caseloom/server/domains/records/filters/filter-match.rules'

/** The door of apps as the product has it: records say what is wrong with conditions. */
export function anAppsDoor(
  groupsOf?: AppsDoor['people']['groupsOf'],
  notifyManagers?: Parameters<typeof createAppsDoor>[2],
  { roles, tables, assigning }: Partial<Pick<AppsPeople, 'roles' | 'tables' | 'assigning'>> = {},
): AppsDoor {
  const people: AppsPeople = {
    groupsOf: groupsOf ?? (async (_place, userIds) => new Map(userIds.map((id) => [id, []]))),
    roles: roles ?? (async () => null),
    ...(tables === undefined ? {} : { tables }),
    ...(assigning === undefined ? {} : { assigning }),
  }
  return createAppsDoor(definedFilterIssues, people, notifyManagers)
}

export const checkConditions = definedFilterIssues
