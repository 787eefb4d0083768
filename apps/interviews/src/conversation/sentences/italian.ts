import type { Sentences } from './sentences.ts';

export const ITALIAN: Sentences = {
  greeting: (topic) =>
    `Buongiorno! Questa intervista riguarda: ${topic}\n\nRisponda con parole sue, oppure scriva «skip» per saltare una domanda.`,
  openQuestion: 'Che cosa dovremmo sapere al riguardo?',
  followUps: [
    'Può fare un esempio?',
    'Che cosa è d’ostacolo, o potrebbe funzionare meglio?',
    'C’è altro di importante di cui non abbiamo parlato?',
  ],
  about: (title) => `Parliamo di questo argomento: ${title}. Che cosa dovremmo sapere al riguardo?`,
  closing: 'Grazie! L’intervista è conclusa e le sue risposte sono state registrate.',
  progress: (answered, questions) => `Domande con risposta: ${answered} su ${questions}.`,
};
