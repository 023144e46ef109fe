import type { AppletUpdateView } from '@caseloom/contract/apps/applets'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { warningsIn } from '../model/publish-warnings.ts'
import { WarningList } from '../model/WarningText.tsx'
import classes from '../model/WarningText.module.css'
import type { Updating } from './useUpdating.ts'

interface UpdateWarningsProps {
  updates: readonly AppletUpdateView[]
  taking: Updating['taking']
}

/** What taking the version would break in apps that were left as they are, and a way to take it nevertheless. */
export function UpdateWarnings({ updates, taking }: UpdateWarningsProps) {
  const { t } = useTranslation('applets')
  const { data } = taking
  const [answered, setAnswered] = useState<typeof data>()
  const asking = (data?.items ?? []).flatMap(({ appId, prefix, problem }) => {
    const update = updates.find(({ app, link }) => app.id === appId && link.prefix === prefix)
    return problem?.code !== 'app.confirm_first' || update === undefined
      ? []
      : [{ update, warnings: warningsIn(problem.issues) }]
  })
  if (asking.length === 0 || data === answered) return null
  return (
    <Dialog onClose={() => setAnswered(data)} title={t('update.warnings')} size={520}>
      <div className={classes.apps}>
        {asking.map(({ update, warnings }) => (
          <section key={`${update.app.id} ${update.link.prefix}`} className={classes.app}>
            <h3 className={classes.appName}>{update.app.name}</h3>
            <WarningList warnings={warnings} />
          </section>
        ))}
      </div>
      <DialogActions
        onCancel={() => setAnswered(data)}
        confirm={t('update.confirm')}
        onConfirm={() => taking.mutate({ chosen: asking.map(({ update }) => update), confirmed: true })}
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
