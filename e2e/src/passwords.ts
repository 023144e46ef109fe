import { UserView } from '@caseloom/contract/identity/directory'
import { SessionView } from '@caseloom/contract/identity/identity'
import { MailItem, MailView } from '@caseloom/contract/identity/mails'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { callApi } from './call-api.ts'

/** The text of the latest mail to a recipient, once it is captured; until then its links are masked. */
export async function mailTo(page: Page, address: string, recipient: string): Promise<string> {
  const get = async (path: string): Promise<unknown> => (await page.request.get(`${address}${path}`)).json()
  return vi.waitFor(
    async () => {
      const { items } = z.object({ items: z.array(MailItem) }).parse(await get('/iam/mails'))
      const latest = items.find((mail) => mail.to === recipient)
      expect(latest).toMatchObject({ state: 'captured' })
      return MailView.parse(await get(`/iam/mails/${latest?.id}`)).text
    },
    { timeout: 60_000, interval: 100 },
  )
}

/** Gives a demo user a password the way an administrator does: by the link in a mail. `page` is the administrator's. */
export async function givePassword(
  page: Page,
  address: string,
  user: { name: string; password: string },
): Promise<void> {
  const call = (method: 'get' | 'post', path: string, data?: unknown) =>
    callApi(page, method, `${address}${path}`, data)
  const session = SessionView.parse(await call('get', '/iam/session'))
  const account = `/iam/account/${session.accounts[0]?.id}`
  const users = z
    .object({ items: z.array(UserView) })
    .parse(await call('get', `${account}/users?text=${user.name}`))
  await call('post', `${account}/users/${users.items[0]?.id}/reset-password`, {})
  const mail = await mailTo(page, address, `${user.name}@demo.example`)
  const token = /set-password\?token=([\w-]+)/.exec(mail)?.[1] ?? ''
  await call('post', '/iam/set-password', { token, password: user.password })
}
