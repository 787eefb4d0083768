import type { Sentences } from './sentences.ts';

export const GERMAN: Sentences = {
  greeting: (topic) =>
    `Guten Tag! In diesem Interview geht es um: ${topic}\n\nAntworten Sie in Ihren eigenen Worten, oder schreiben Sie „skip“, um eine Frage auszulassen.`,
  openQuestion: 'Was sollten wir darüber wissen?',
  followUps: [
    'Können Sie ein Beispiel nennen?',
    'Was steht im Weg, oder was könnte besser laufen?',
    'Was ist noch wichtig, worüber wir nicht gesprochen haben?',
  ],
  about: (title) => `Sprechen wir über dieses Thema: ${title}. Was sollten wir darüber wissen?`,
  closing: 'Vielen Dank! Das Interview ist abgeschlossen, und Ihre Antworten sind gespeichert.',
  progress: (answered, questions) => `${answered} von ${questions} Fragen beantwortet.`,
};
