import { addTexts } from '../../../ui/text/i18n.ts'
import { commentsEn } from '../comments/comments.en.ts'
import type { ThreadPlace } from '../comments/comments.queries.ts'
import { Composer } from '../comments/Composer.tsx'
import { filesEn } from '../files/files.en.ts'
import classes from './Timeline.module.css'
import { useComments } from './useComments.ts'

addTexts('comments', commentsEn)
addTexts('files', filesEn)

/** The box of a new comment, beside the newest entries; shares its draft with the tab of comments. */
export function WriteComment({ place }: { place: ThreadPlace }) {
  const { mayComment } = useComments(place)
  if (!mayComment) return null
  return (
    <div className={classes.composer}>
      <Composer place={place} />
    </div>
  )
}
