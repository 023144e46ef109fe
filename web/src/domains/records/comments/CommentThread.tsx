import type { CommentView } from '@caseloom/contract/records/comments'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { StateCard } from '../../../ui/StateCard.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { filesEn } from '../files/files.en.ts'
import { Comment } from './Comment.tsx'
import classes from './Comments.module.css'
import { commentsEn } from './comments.en.ts'
import { threadQuery, type ThreadPlace } from './comments.queries.ts'
import { Composer } from './Composer.tsx'

addTexts('comments', commentsEn)
addTexts('files', filesEn)

interface CommentThreadProps {
  place: ThreadPlace
  /** Names the list; "Comments" by default. */
  label?: string
}

export function CommentThread({ place, label }: CommentThreadProps) {
  const { t } = useTranslation('comments')
  const query = useInfiniteQuery(threadQuery(place))
  const [answering, setAnswering] = useState<string | null>(null)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  useNamedComment(items.length, query)
  if (query.isError && query.data === undefined)
    return (
      <StateCard
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  const mayComment = query.data?.pages[0]?.can.comment ?? false
  const replies = Map.groupBy(items, (comment) => comment.replyTo)
  const shared = { place, mayReply: mayComment }
  return (
    <div className={classes.thread}>
      {!query.isPending && items.length === 0 && (
        <p className={classes.none}>
          {t('none')}. {mayComment && t('noneText')}
        </p>
      )}
      <ol className={classes.list} aria-label={label ?? t('list')}>
        {(replies.get(null) ?? []).map((comment) => (
          <li key={comment.id} className={classes.item}>
            <Comment comment={comment} {...shared} onReply={() => setAnswering(comment.id)} />
            <Replies
              replies={replies.get(comment.id) ?? []}
              {...shared}
              onReply={() => setAnswering(comment.id)}
            />
            {answering === comment.id && (
              <div className={classes.replies}>
                <Composer
                  place={place}
                  replyTo={{ id: comment.id, who: comment.by.name }}
                  onSent={() => setAnswering(null)}
                  onCancel={() => setAnswering(null)}
                />
              </div>
            )}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('older')}
        </Button>
      )}
      {mayComment && <Composer place={place} />}
    </div>
  )
}

interface RepliesProps {
  replies: readonly CommentView[]
  place: ThreadPlace
  mayReply: boolean
  onReply: () => void
}

function Replies({ replies, ...shared }: RepliesProps) {
  if (replies.length === 0) return null
  return (
    <ol className={classes.replies}>
      {replies.map((reply) => (
        <li key={reply.id} className={classes.item}>
          <Comment comment={reply} {...shared} />
        </li>
      ))}
    </ol>
  )
}

/** Loads pages until the comment named in the URL appears, and scrolls to it. */
function useNamedComment(
  count: number,
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown },
): void {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const done = useRef(false)
  useEffect(() => {
    const id = /^#(comment-[0-9a-f-]{36})$/.exec(location.hash)?.[1]
    if (done.current || id === undefined || count === 0) return
    const found = document.getElementById(id)
    if (found !== null) {
      done.current = true
      found.scrollIntoView({ block: 'center' })
      found.focus({ preventScroll: true })
    } else if (hasNextPage && !isFetchingNextPage) fetchNextPage()
  }, [count, hasNextPage, isFetchingNextPage, fetchNextPage])
}
