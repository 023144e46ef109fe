import { ReportView } from '@caseloom/contract/workspaces/reports'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { filterOf, viewOfState } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import { countConditions } from '../filter/filter-tree.ts'
import classes from './Views.module.css'

interface ViewConflictProps {
  mine: ListState
  error: unknown
  onMine: (theirs: ReportView) => void
  onTheirs: (view: ReportView) => void
  onSaveAs: () => void
  onClose: () => void
}

/** Someone else saved the view: both versions, and the choice between them. */
export function ViewConflict({ mine, error, onMine, onTheirs, onSaveAs, onClose }: ViewConflictProps) {
  const { t } = useTranslation('records')
  const theirs = ReportView.safeParse(error instanceof ApiError ? error.problem?.['current'] : null).data
  if (theirs === undefined) return null
  const words = (view: Pick<ReportView, 'filter' | 'text' | 'columns'>) =>
    t('view.sides', {
      conditions: view.filter === null ? 0 : countConditions(view.filter),
      columns: view.columns.length,
      text: view.text === '' ? '–' : view.text,
    })
  return (
    <Dialog onClose={onClose} title={t('view.conflict')} size={520}>
      <div className={classes.form}>
        <p className={classes.quiet}>{t('view.conflictText', { name: theirs.name })}</p>
        <dl className={classes.sides}>
          <dt>{t('view.mine')}</dt>
          <dd>{words({ ...viewOfState(mine), filter: filterOf(mine) })}</dd>
          <dt>{t('view.theirs')}</dt>
          <dd>{words(theirs)}</dd>
        </dl>
        <footer className={classes.end}>
          <Button onClick={onSaveAs}>{t('view.saveAs')}</Button>
          <Button onClick={() => onTheirs(theirs)}>{t('view.takeTheirs')}</Button>
          <Button variant="filled" onClick={() => onMine(theirs)}>
            {t('view.keepMine')}
          </Button>
        </footer>
      </div>
    </Dialog>
  )
}
