import { parentPort, workerData } from 'node:worker_threads'
import { mailContent, type MailTask } from './mail-content.ts'

// The body of a thread that reads one email and ends; its owner bounds time and memory.
parentPort?.postMessage(await mailContent(workerData as MailTask)) // what mail-reader.ts hands over
