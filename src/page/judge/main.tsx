import { loadWords } from '../data/words.js'
import { mount } from '../frame.js'
import { JudgeApp } from './judge-app.js'
import type { JudgeWords } from './protocol.js'

mount(loadWords<JudgeWords>().then((words) => <JudgeApp words={words} />))
