import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { useWorkflow } from './model/editor-context.ts'
import { readWorkflow, workflowYaml } from './workflow-yaml.ts'

const MONO = { input: { fontFamily: 'var(--cl-mono)', fontSize: 12 } }

/** The workflow as text: to copy or download, or to replace it with another. */
export function YamlDialog({ mode, onClose }: { mode: 'import' | 'export'; onClose: () => void }) {
  return mode === 'export' ? <Export onClose={onClose} /> : <Import onClose={onClose} />
}

function Export({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { workflow, edited } = useWorkflow()
  const text = workflowYaml(workflow)
  const download = () => {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/yaml' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${edited.base.key}-workflow.yaml`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Dialog onClose={onClose} title={t('yaml.export')} size={720}>
      <Textarea
        aria-label={t('yaml.text')}
        styles={MONO}
        readOnly
        autosize
        minRows={12}
        maxRows={24}
        value={text}
      />
      <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, paddingTop: 16 }}>
        <CopyButton value={text} label={t('copy')} />
        <Button variant="filled" onClick={download}>
          {t('yaml.download')}
        </Button>
      </div>
    </Dialog>
  )
}

function Import({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { change, select } = useWorkflow()
  const [text, setText] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  return (
    <Dialog onClose={onClose} title={t('yaml.import')} size={720}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const read = readWorkflow(text)
          if (!read.ok) return setFaults(read.faults)
          change(read.workflow)
          select(null)
          onClose()
        }}
      >
        <Textarea
          label={t('yaml.text')}
          description={t('yaml.importNote')}
          styles={MONO}
          autosize
          minRows={12}
          maxRows={24}
          spellCheck={false}
          value={text}
          error={faults.length === 0 ? undefined : faults.slice(0, 5).join('\n')}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setFaults([])
          }}
        />
        <DialogActions onCancel={onClose} confirm={t('yaml.replace')} disabled={text.trim() === ''} />
      </form>
    </Dialog>
  )
}
