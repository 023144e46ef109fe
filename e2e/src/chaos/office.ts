import { AppView } from '@caseloom/contract/apps/apps'
import { ApprovalSummary } from '@caseloom/contract/automation/approvals'
import { pageOf } from '@caseloom/contract/kernel/paging'
import { RecordPage } from '@caseloom/contract/records/records'
import { z } from 'zod'
import type { Operator } from '../operator.ts'

const Approvals = pageOf(ApprovalSummary)
const Apps = z.object({ items: z.array(AppView.pick({ id: true, key: true })) })
const EVERY_MS = 400

/** The people of the trial: they answer questions, stop runs and change records until they are sent home. */
export interface Office {
  /** What the product refused them although it should not have, by message. */
  refusals: Map<string, number>
  close(): Promise<void>
}

/** Simulates a person who keeps reloading the inbox and the alerts. */
export function openOffice(operator: Operator, sender: { isSuspended: boolean }): Office {
  const refusals = new Map<string, number>()
  let open = true
  // Work that fails during a kill is repeated at the next attempt; only rejections indicate a fault.
  const trying = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (sender.isSuspended || /answered (404|409|5\d\d)|fetch failed|terminated/.test(message)) return
      const name = message.replace(/[0-9a-f-]{36}/g, 'ID').slice(0, 300)
      refusals.set(name, (refusals.get(name) ?? 0) + 1)
    }
  }
  const work = async () => {
    while (open) {
      await trying(() => answerAll(operator, trying))
      await trying(() => lookAtAlerts(operator, trying))
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    }
  }
  const working = work()
  return {
    refusals,
    async close() {
      open = false
      await working
    },
  }
}

type Trying = (work: () => Promise<unknown>) => Promise<void>

async function answerAll({ call }: Operator, trying: Trying): Promise<void> {
  const base = '/orchestration/api'
  const page = Approvals.parse(await call('GET', `${base}/approvals?box=mine&state=open&limit=200`))
  for (const { id, title, run } of page.items) {
    const [what, verdict] = title.split(' ')
    if (what === 'cancel') await trying(() => call('POST', `${base}/runs/${run.id}/cancel`))
    if (what !== 'answer') continue
    const answer = () =>
      call('POST', `${base}/approvals/${id}/answer`, { verdict, comment: 'As it was asked' })
    // A second click on the button at the same moment must count for nothing.
    await Promise.all(run.number % 3 === 0 ? [trying(answer), trying(answer)] : [trying(answer)])
  }
}

async function lookAtAlerts({ call }: Operator, trying: Trying): Promise<void> {
  const alertApp = Apps.parse(await call('GET', '/apps')).items.find((app) => app.key === 'alert')?.id
  const filter = { field: 'severity', op: 'eq', value: 'low' }
  const search = { filter, columns: ['title', 'severity'], limit: 200 }
  const page = RecordPage.parse(await call('POST', `/apps/${alertApp}/records/search`, search))
  for (const { id, version, fields } of page.items) {
    if (!String(fields['title']).startsWith('look ')) continue
    const change = { version, fields: { severity: 'high' } }
    await trying(() => call('PATCH', `/apps/${alertApp}/records/${id}`, change))
  }
}
