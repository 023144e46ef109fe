import { builtInActions } from '@caseloom/playbook/actions'

/** Effects that only compute: comparisons of a draft with past runs perform them. */
export function onlyComputes(action: string): boolean {
  return builtInActions.get(action)?.local === 'values'
}

/** Effects that reach nothing outside: tests of a draft perform them, with the permissions of the tester. */
export function reachesNothing(action: string): boolean {
  return builtInActions.get(action)?.local !== undefined
}
