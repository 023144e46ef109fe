import { exportFeedback, listFeedback } from '@caseloom/contract/assistant/assistant'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { adminKeys } from '../../../data/account-admin.ts'
import { call } from '../../../data/call.ts'
import { fetchFile, saveFile } from '../../../data/files.ts'
import type { FeedbackFilter } from './feedback-search.ts'

const PAGE = 100

export function feedbackQuery(accountId: string, filter: FeedbackFilter) {
  return infiniteQueryOptions({
    queryKey: adminKeys.list(accountId, 'feedback', filter),
    initialPageParam: null as string | null, // Widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listFeedback, {
        params: { accountId },
        query: { limit: PAGE, ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

export async function downloadFeedback(accountId: string, filter: FeedbackFilter): Promise<void> {
  saveFile(await fetchFile(exportFeedback, { params: { accountId }, query: filter }), 'hero-ai-feedback.csv')
}
