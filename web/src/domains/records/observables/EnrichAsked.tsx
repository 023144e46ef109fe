import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { StatementText } from '../../../ui/statement/StatementText.tsx'
import type { Enriching } from './useEnrich.ts'

/** What a playbook does, before it runs for the first time or because it always asks. */
export function EnrichAsked({ asked, answer }: Pick<Enriching, 'asked' | 'answer'>) {
  const { t } = useTranslation('enrich')
  if (asked === null) return null
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
