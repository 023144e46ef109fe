import type { AppView } from '@caseloom/contract/apps/apps'
import type { ButtonView } from '@caseloom/contract/automation/triggers'
import type { FormOutcome } from '@caseloom/workflow/form-context'
import { isButtonOffered } from '../logic/app-by-logic.ts'

/** The buttons that rules offer and the layout doesn't place among its fields: nothing is shown twice. */
export function headerButtons(
  app: Pick<AppView, 'layout'>,
  outcome: FormOutcome | null,
  all: readonly ButtonView[],
): ButtonView[] {
  const placed = new Set(
    app.layout.flatMap(({ blocks = [] }) =>
      blocks.flatMap((one) => (one.kind === 'button' ? [one.button] : [])),
    ),
  )
  return all.filter(({ id }) => !placed.has(id) && isButtonOffered(outcome, id))
}
