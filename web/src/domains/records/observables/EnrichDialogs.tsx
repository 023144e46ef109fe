import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { StatementText } from '../../../ui/statement/StatementText.tsx'
import { EnrichSkipped } from './EnrichSkipped.tsx'
import type { Asked, Enriching } from './useEnrich.ts'

/** The dialogs of Enrich: what a playbook does, and what it wasn't given. */
export function EnrichDialogs({ enriching }: { enriching: Enriching }) {
  const { asked, answer, skipped, dismissSkipped } = enriching
  if (asked !== null) return <EnrichAsked asked={asked} answer={answer} />
  return skipped.length === 0 ? null : <EnrichSkipped skipped={skipped} onClose={dismissSkipped} />
}

/** What a playbook does, before it runs for the first time or because it always asks. */
function EnrichAsked({ asked, answer }: { asked: Asked; answer: Enriching['answer'] }) {
  const { t } = useTranslation('enrich')
  const { enricher, observables, statement } = asked
  return (
    <Dialog
      key={enricher.playbookId}
      title={t('askTitle', { playbook: enricher.title })}
      onClose={() => answer(false)}
      size={480}
    >
      <p>{t('askText', { count: observables.length })}</p>
      {statement !== null && <StatementText statement={statement} />}
      <DialogActions
        onCancel={() => answer(false)}
        confirm={t('enrich')}
        onConfirm={() => answer(true)}
        focus="confirm"
        apart
      />
    </Dialog>
  )
}
