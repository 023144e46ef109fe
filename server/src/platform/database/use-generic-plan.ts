import type { Tx } from './types.ts'

/**
 * Lets the statements that follow in this transaction be planned once per connection instead of at each call: for wide
 * statements over few rows, whose planning takes longer than their work. Send it together with the first of them.
 */
export function useGenericPlan(tx: Tx): Promise<unknown> {
  return tx.query('set local plan_cache_mode = force_generic_plan')
}
