-- CreateTable
CREATE TABLE "webhook_holds" (
    "lane" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_holds_pkey" PRIMARY KEY ("lane")
);
