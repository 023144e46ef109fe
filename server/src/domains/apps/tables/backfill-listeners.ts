import type { TenantScope } from '../../../platform/database/types.ts'

type Listener = (scope: TenantScope, appId: string) => void

/** Who does the work over all records that a new definition asks for. */
export class BackfillListeners {
  readonly #listeners: Listener[] = []

  add(listener: Listener): void {
    this.#listeners.push(listener)
  }

  notify(scope: TenantScope, appId: string): void {
    for (const listener of this.#listeners) listener(scope, appId)
  }
}
