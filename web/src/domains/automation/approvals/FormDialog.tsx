import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Markdown } from '../../../ui/rich-text/Markdown.tsx'
import { questionQuery } from '../shared/people.queries.ts'
import { AnswerPanel } from './AnswerPanel.tsx'
import classes from './People.module.css'

/** Fills in a form where one is. If someone else answers meanwhile, it says so. */
export function FormDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('people')
  const { tenantId } = useTenantScope()
  const { data: one, error } = useQuery(questionQuery(tenantId, id))
  return (
    <Dialog title={one?.title ?? t('kinds.form')} size={520} onClose={onClose}>
      <div className={classes.head}>
        {one === undefined && error !== null && <ErrorSummary message={describeError(error).text} />}
        {one !== undefined && one.text !== null && <Markdown text={one.text} />}
        {one !== undefined && <AnswerPanel one={one} onAnswered={onClose} />}
      </div>
    </Dialog>
  )
}
