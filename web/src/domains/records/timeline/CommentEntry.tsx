import type { CommentView } from '@caseloom/contract/records/comments'
import { useState } from 'react'
import { ClockTime } from '../../../ui/Times.tsx'
import { Comment } from '../comments/Comment.tsx'
import type { ThreadPlace } from '../comments/comments.queries.ts'
import { Composer } from '../comments/Composer.tsx'
import records from '../model/Records.module.css'
import classes from './Timeline.module.css'

interface CommentEntryProps {
  comment: CommentView
  place: ThreadPlace
  mayComment: boolean
}

/** A comment at the time when it was written; answered, edited, and deleted as on its own tab. */
export function CommentEntry({ comment, place, mayComment }: CommentEntryProps) {
  const [isAnswering, setAnswering] = useState(false)
  const close = () => setAnswering(false)
  return (
    <div className={records.entry}>
      <span className={records.entryTime}>
        <ClockTime at={comment.at} />
      </span>
      <div className={classes.comment}>
        <Comment {...{ comment, place }} mayReply={mayComment} onReply={() => setAnswering(true)} />
        {isAnswering && (
          <Composer
            place={place}
            // Threads are one level deep.
            replyTo={{ id: comment.replyTo ?? comment.id, who: comment.by.name }}
            onSent={close}
            onCancel={close}
          />
        )}
      </div>
    </div>
  )
}
