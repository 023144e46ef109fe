import { readSample, type SampleFault } from '@caseloom/playbook/source-mapping/sample'
import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import classes from './Sources.module.css'
import type { DraftState } from './useConnectDraft.ts'

/** An event of one's own instead of the example; fields are matched again. */
export function AnotherSample({ state, onClose }: { state: DraftState; onClose: () => void }) {
  const { t } = useTranslation('sources')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<SampleFault | null>(null)
  const use = () => {
    const read = readSample(text)
    if (!read.ok) return setFault(read.fault)
    state.change({ text, bindings: null })
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={t('map.another')} size={560}>
      <p className={classes.cardText}>{t('choose.pasteText')}</p>
      <Textarea
        label={t('choose.event')}
        rows={12}
        spellCheck={false}
        data-autofocus
        classNames={{ input: classes.paste ?? '' }}
        value={text}
        error={fault === null ? undefined : t(`faults.${fault.code}`, { line: fault.line })}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setFault(null)
        }}
      />
      <DialogActions onCancel={onClose} confirm={t('map.use')} onConfirm={use} />
    </Dialog>
  )
}
