import { MAX_SAMPLE_BYTES, readSample, type SampleFault } from '@caseloom/playbook/source-mapping/sample'
import { Button, FileButton, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NEW_DRAFT } from './connect-draft.ts'
import classes from './Sources.module.css'
import type { DraftState } from './useConnectDraft.ts'

const PLACEHOLDER = '{\n  "rule": "Encoded PowerShell",\n  "risk": 73,\n  "host": "lap-0142.example.com"\n}'

/** Any event, of any product. What can't be read stays in the box, with the line that is wrong. */
export function PasteCard({ state }: { state: DraftState }) {
  const { t } = useTranslation('sources')
  const { text, fault, type, suggest, upload } = usePasted(state)
  return (
    <section className={classes.card} aria-labelledby="connect-paste">
      <h2 id="connect-paste" className={classes.cardTitle}>
        {t('choose.paste')}
      </h2>
      <p className={classes.cardText}>{t('choose.pasteText')}</p>
      <Textarea
        aria-label={t('choose.event')}
        placeholder={PLACEHOLDER}
        spellCheck={false}
        rows={10}
        classNames={{ input: classes.paste ?? '' }}
        value={text}
        error={fault === null ? undefined : t(`faults.${fault.code}`, { line: fault.line })}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {!state.isStored && <p className={classes.quiet}>{t('notStored')}</p>}
      <div className={classes.cardEnd}>
        <FileButton onChange={(file) => void upload(file)} accept=".json,.jsonl,.ndjson,.log,.txt,.cef,.leef">
          {(props) => (
            <Button {...props} leftSection={<IconUpload size={14} stroke={1.7} aria-hidden />}>
              {t('choose.upload')}
            </Button>
          )}
        </FileButton>
        <Button variant="filled" onClick={suggest}>
          {t('choose.suggest')}
        </Button>
      </div>
    </section>
  )
}

function usePasted(state: DraftState) {
  const { t } = useTranslation('sources')
  // The sample of a chosen product isn't what someone pasted.
  const [text, setText] = useState(state.draft.source === null ? state.draft.text : '')
  const [fault, setFault] = useState<SampleFault | null>(null)
  const type = (next: string) => {
    setText(next)
    setFault(null)
    state.change({ source: null, text: next })
  }
  const suggest = () => {
    const read = readSample(text)
    if (!read.ok) setFault(read.fault)
    else state.change({ ...NEW_DRAFT, stage: 'map', text, name: t('map.unnamed'), app: state.draft.app })
  }
  const upload = async (file: File | null) => {
    if (file === null) return
    if (file.size > MAX_SAMPLE_BYTES) setFault({ code: 'too_large', line: 1 })
    else type(await file.text())
  }
  return { text, fault, type, suggest, upload }
}
