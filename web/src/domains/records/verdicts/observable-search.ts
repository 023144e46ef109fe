import type { ObservableName } from '@caseloom/contract/records/observable-lookups'

/** What names an observable in the address of its page. */
export function observableSearch({ kind, value }: ObservableName) {
  return { kind, value } as never // Paths make the URL, so the router doesn't know its route
}
