import './zod-jitless.ts'
import './ui/theme/layers.css'
import '@mantine/core/styles.layer.css'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './ui/theme/tokens.css'
import './ui/theme/base.css'
import './ui/theme/mantine.css'
import './ui/theme/dialogs.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { createApp } from './create-app.ts'
import { passEscapeToOpen } from './ui/shortcuts/escape-to-open.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
window.addEventListener('keydown', passEscapeToOpen, true)
void pseudoText().then((change) => createRoot(root).render(<App {...createApp(change)} />))

/** Longer texts with accents, where a contributor has asked for them in this browser. */
async function pseudoText(): Promise<((text: string) => string) | undefined> {
  try {
    if (localStorage.getItem('caseloom:pseudo') !== '1') return undefined
  } catch {
    // A browser without storage has no such setting.
    return undefined
  }
  return (await import('./ui/text/pseudo.ts')).pseudo
}
