import type { CommentView } from '@caseloom/contract/records/comments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { threadQuery, type ThreadPlace } from '../comments/comments.queries.ts'

export interface TimelineComments {
  /** By id; those that were deleted aren't in it. */
  byId: ReadonlyMap<string, CommentView>
  mayComment: boolean
}

/** The record's own comments. The newest ones are on the last page, so all pages are loaded. */
export function useComments(place: ThreadPlace): TimelineComments {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(threadQuery(place))
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  return useMemo(() => {
    const items = data?.pages.flatMap((page) => page.items) ?? []
    return {
      byId: new Map(items.map((comment) => [comment.id, comment])),
      mayComment: data?.pages[0]?.can.comment ?? false,
    }
  }, [data])
}
