import type { ButtonView } from '@caseloom/contract/automation/triggers'
import { actLine } from '../../../ui/statement/statement-lines.ts'

/** "Block host: sends requests to api.example.com, changes records in Alert"; `without` is said elsewhere. */
export function doesOf({ label, playbook: { title }, does }: ButtonView, without?: 'askApproval'): string {
  const main = does?.parts.find(({ isMain }) => isMain)?.acts ?? []
  const acts = main
    .filter(({ kind }) => kind !== without)
    .map(actLine)
    .join(', ')
  if (title === label && acts !== '') return acts
  return acts === '' ? title : `${title}: ${acts}`
}

/** Whether people have to approve before it does the rest: in the playbook or a component that it runs. */
export function asksApproval({ does }: ButtonView): boolean {
  return does?.parts.some(({ acts }) => acts.some(({ kind }) => kind === 'askApproval')) === true
}
