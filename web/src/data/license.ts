import { LicenseView, licenseSettings } from '@caseloom/contract/tenancy/licensing'
import { restoreLicense, uploadLicense } from '@caseloom/contract/tenancy/licensing-admin'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { hasCode } from './api-error.ts'
import { call } from './call.ts'
import { sendBytes } from './files.ts'
import { onModelNews } from './hub-events.ts'
import { keys } from './keys.ts'

/** The license may have changed while the tab was hidden: refetched whenever the tab is visible. */
export const licenseQuery = queryOptions({
  queryKey: keys.license,
  queryFn: ({ signal }) => call(licenseSettings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always',
})

/** Whether people are locked out: no license, or an invalid one. Unknown (null) doesn't count. */
export function lacksLicense(license: LicenseView | undefined): boolean {
  if (license === undefined || license.isValid === null) return false
  return license.licenseId === null || !license.isValid
}

/** Uploads the text of a license file; throws the server's objection. */
export async function sendLicense(client: QueryClient, file: Blob): Promise<LicenseView> {
  const reply = await sendBytes(uploadLicense, { bytes: file, contentType: 'text/plain' })
  const view = LicenseView.parse(reply)
  client.setQueryData(keys.license, view)
  return view
}

export async function restoreFormerLicense(client: QueryClient): Promise<void> {
  client.setQueryData(keys.license, await call(restoreLicense, {}))
}

/** Refetches the license on every sign of a change: settings events and refused calls. */
export function followLicense(client: QueryClient): () => void {
  const again = () => void client.invalidateQueries({ queryKey: keys.license })
  const leaveNews = onModelNews(({ kind }) => kind === 'settings' && again())
  const leaveQueries = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error)) again()
  })
  const leaveMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isRefused(event.action.error)) again()
  })
  return () => {
    leaveNews()
    leaveQueries()
    leaveMutations()
  }
}

function isRefused(error: unknown): boolean {
  return hasCode(error, 'license.invalid')
}
