import {
  addComment,
  type CommentView,
  deleteComment,
  editComment,
  listComments,
  mentionable,
} from '@caseloom/contract/records/comments'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../data/call.ts'
import { keys } from '../../../data/keys.ts'

/** A thread of a record: its own, or that of a comments field. */
export interface ThreadPlace {
  tenantId: string
  appId: string
  recordId: string
  field: string | null
}

const PAGE = 100

function paramsOf({ tenantId, appId, recordId }: ThreadPlace) {
  return { tenantId, appId, recordId }
}

/** Oldest first; refetched with the record. */
export function threadQuery(place: ThreadPlace) {
  return infiniteQueryOptions({
    queryKey: keys.one(place.tenantId, 'records', place.recordId, 'comments', place.field),
    initialPageParam: null as string | null, // widened: further pages have a cursor
    queryFn: ({ pageParam, signal }) =>
      call(listComments, {
        params: paramsOf(place),
        query: {
          limit: PAGE,
          ...(place.field === null ? {} : { field: place.field }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: (page) => page.next,
  })
}

export interface Words {
  body: string
  files: readonly string[]
  replyTo: string | null
}

export function sendComment(place: ThreadPlace, { body, files, replyTo }: Words): Promise<CommentView> {
  return call(addComment, {
    params: paramsOf(place),
    body: {
      body,
      files: [...files],
      ...(replyTo === null ? {} : { replyTo }),
      ...(place.field === null ? {} : { field: place.field }),
    },
  })
}

export function changeComment(place: ThreadPlace, commentId: string, body: string): Promise<CommentView> {
  return call(editComment, { params: { ...paramsOf(place), commentId }, body: { body } })
}

export async function eraseComment(place: ThreadPlace, commentId: string): Promise<void> {
  await call(deleteComment, { params: { ...paramsOf(place), commentId } })
}

export async function findPeople(place: ThreadPlace, text: string): Promise<{ id: string; name: string }[]> {
  return (await call(mentionable, { params: paramsOf(place), query: { text } })).items
}
