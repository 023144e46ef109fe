import { checkAudit, exportAudit, listAudit } from '@caseloom/contract/identity/directory'
import {
  accountMail,
  accountMails,
  installationMail,
  installationMails,
} from '@caseloom/contract/identity/mails'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile } from '../../../data/files.ts'
import type { AuditSearch } from './admin-search.ts'
import { type AuditQuery, auditFilter } from './audit-range.ts'

const PAGE = 100

/** Whose mails: those of an account, or null for all of the installation. */
export type MailPlace = { accountId: string } | null

export function mailsQuery(place: MailPlace) {
  return infiniteQueryOptions({
    queryKey:
      place === null ? adminKeys.installation('mails', 'list') : adminKeys.list(place.accountId, 'mails'),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }
      return place === null
        ? call(installationMails, { query, signal })
        : call(accountMails, { params: { accountId: place.accountId }, query, signal })
    },
    getNextPageParam: (page) => page.next,
  })
}

export function mailQuery(place: MailPlace, mailId: string) {
  return queryOptions({
    queryKey:
      place === null
        ? adminKeys.installation('mails', 'one', mailId)
        : adminKeys.one(place.accountId, 'mails', mailId),
    queryFn: ({ signal }) =>
      place === null
        ? call(installationMail, { params: { mailId }, signal })
        : call(accountMail, { params: { accountId: place.accountId, mailId }, signal }),
  })
}

export function auditQuery(accountId: string, search: AuditSearch, zone: string) {
  return infiniteQueryOptions({
    queryKey: adminKeys.list(accountId, 'audit', search, zone),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, {
        params: { accountId },
        query: {
          limit: PAGE,
          ...auditFilter(search, zone, Date.now()),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

export async function downloadAudit(accountId: string, filter: AuditQuery): Promise<void> {
  saveFile(await fetchFile(exportAudit, { params: { accountId }, query: filter }), 'audit.csv')
}

export const checkSeals = (accountId: string) => call(checkAudit, { params: { accountId } })
