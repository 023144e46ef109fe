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

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(<App {...createApp()} />)
