-- CreateTable
CREATE TABLE "queue_pauses" (
    "name" TEXT NOT NULL,
    "paused_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "queue_pauses_pkey" PRIMARY KEY ("name")
);
