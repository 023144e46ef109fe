import { AppView } from '@caseloom/contract/apps/apps'
import { RecordView } from '@caseloom/contract/records/records'
import { z } from 'zod'
import { callApi } from './call-api.ts'
import type { Demo } from './demo.ts'

const Apps = z.object({ items: z.array(AppView) })
const Records = z.object({ items: z.array(RecordView) })

/** Calls a path of the demo's tenant, such as `/apps`, as the person who is signed in. Expects that it succeeds. */
export function callTenant(
  { browser, product, tenantId }: Demo,
  method: Parameters<typeof callApi>[1],
  path: string,
  data?: unknown,
): Promise<unknown> {
  return callApi(browser.page, method, `${product.address}/api/tenant/${tenantId}${path}`, data)
}

/** The app of the demo's tenant with this key, as it is published now. */
export async function appByKey(demo: Demo, key: string): Promise<AppView> {
  const { items } = Apps.parse(await callTenant(demo, 'get', '/apps'))
  const app = items.find((one) => one.key === key)
  if (app === undefined) throw new Error(`No app has the key ${key}`)
  return app
}

/** One record of an app, or the one that a filter finds. */
export async function anyRecord(demo: Demo, appId: string, filter?: object): Promise<RecordView> {
  const found = await callTenant(demo, 'post', `/apps/${appId}/records/search`, { limit: 1, filter })
  const [record] = Records.parse(found).items
  if (record === undefined) throw new Error('No record was found')
  return record
}
