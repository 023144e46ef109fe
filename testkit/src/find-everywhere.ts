import type { AppsDoor } from '@caseloom/server/domains/apps/apps.door'
import { searchEverywhere } from '@caseloom/server/domains/records/search/search-everywhere'

type Search = typeof searchEverywhere

/** The search across apps as the product hands it to the assistant. */
export function findEverywhere(apps: AppsDoor) {
  return (
    ...[scope, actor, command]: [Parameters<Search>[1], Parameters<Search>[2], Parameters<Search>[3]]
  ) => searchEverywhere({ apps }, scope, actor, command)
}
