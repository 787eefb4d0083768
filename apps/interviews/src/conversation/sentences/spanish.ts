import type { Sentences } from './sentences.ts';

export const SPANISH: Sentences = {
  greeting: (topic) =>
    `¡Hola! Esta entrevista trata de: ${topic}\n\nResponda con sus propias palabras, o escriba «skip» para saltar una pregunta.`,
  openQuestion: '¿Qué deberíamos saber sobre ello?',
  followUps: [
    '¿Puede dar un ejemplo?',
    '¿Qué lo dificulta, o qué podría funcionar mejor?',
    '¿Hay algo más que sea importante y de lo que no hayamos hablado?',
  ],
  about: (title) => `Hablemos de este tema: ${title}. ¿Qué deberíamos saber sobre ello?`,
  closing: '¡Gracias! La entrevista ha terminado y sus respuestas han quedado guardadas.',
  progress: (answered, questions) => `Preguntas respondidas: ${answered} de ${questions}.`,
};
