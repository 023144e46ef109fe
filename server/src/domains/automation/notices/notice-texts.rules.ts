import type { Notice } from './notice.store.ts'

/** What the owners of a playbook read. Errors and values stay on the run's page, which checks who may read them. */
export function noticeTexts({ kind, pending, title, trigger_key: trigger }: Notice): {
  title: string
  text: string
} {
  switch (kind) {
    case 'runFailed':
      return {
        title: pending === 1 ? `A run of “${title}” failed` : `${pending} runs of “${title}” failed`,
        text: 'Open the run to see which step failed and why, then rerun it.',
      }
    case 'intakeFailed':
      return {
        title:
          pending === 1
            ? `“${title}” failed to process a delivery`
            : `“${title}” failed to process ${pending} deliveries`,
        text: 'What arrived may be missing from your records. Fix the playbook, then rerun what failed.',
      }
    case 'triggerOff':
      return {
        title: `${trigger === null ? 'A trigger' : `The trigger “${trigger}”`} of “${title}” was turned off`,
        text: 'It won’t start runs until someone turns it on.',
      }
    case 'loopStopped':
      return {
        title:
          pending === 1
            ? `A loop with “${title}” was stopped`
            : `${pending} loops with “${title}” were stopped`,
        text: 'Playbooks started one another again and again. Open the run to see which ones, then add a condition to a trigger.',
      }
    default:
      return kind satisfies never
  }
}
